import { describeGraphqlLoaders } from '../../conformance/graphql-loaders.ts';
import { openEmptyEmbedded } from '../../engine/open-stores.ts';

describeGraphqlLoaders('the embedded store', openEmptyEmbedded);
