import { describeGraphqlCallers } from '../../conformance/graphql-callers.ts';
import { openEmptyEmbedded } from '../../engine/open-stores.ts';

describeGraphqlCallers('the embedded store', openEmptyEmbedded);
