import { describeGraphqlAsOf } from '../../conformance/graphql-as-of.ts';
import { describeGraphqlAsOfKnowledge } from '../../conformance/graphql-as-of-knowledge.ts';
import { openEmptyEmbedded } from '../../engine/open-stores.ts';

describeGraphqlAsOf('the embedded store', openEmptyEmbedded);
describeGraphqlAsOfKnowledge('the embedded store', openEmptyEmbedded);
