import { describeGraphqlExport } from '../../../conformance/graphql-export.ts';
import { describeGraphqlNameExport } from '../../../conformance/graphql-export-names.ts';
import { openEmptyEmbedded } from '../../../engine/open-stores.ts';

describeGraphqlExport('the embedded store', openEmptyEmbedded);
describeGraphqlNameExport('the embedded store', openEmptyEmbedded);
