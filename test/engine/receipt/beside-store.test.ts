import { describeReceiptsBesideStore } from '../../conformance/receipts-beside-store.ts';
import { openEmptyEmbedded } from '../open-stores.ts';

describeReceiptsBesideStore('the embedded store', openEmptyEmbedded);
