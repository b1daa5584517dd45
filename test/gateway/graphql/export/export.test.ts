import { describeGraphqlExport } from '../../../conformance/graphql-export.ts';
import { openEmptyEmbedded } from '../../../engine/open-stores.ts';

describeGraphqlExport('the embedded store', openEmptyEmbedded);
