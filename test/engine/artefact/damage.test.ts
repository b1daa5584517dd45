import { describeDamage } from '../../conformance/damage.ts';
import { openEmptyEmbedded } from '../open-stores.ts';

describeDamage('the embedded store', openEmptyEmbedded, openEmptyEmbedded);
