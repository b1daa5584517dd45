import { describeGraphqlAsOf } from '../../conformance/graphql-as-of.ts';
import { openEmptyEmbedded } from '../../engine/open-stores.ts';

describeGraphqlAsOf('the embedded store', openEmptyEmbedded);
