import { describeHonestAnswers } from '../conformance/honest-answers.ts';
import { openEmptyEmbedded } from './open-stores.ts';

describeHonestAnswers('the embedded store', openEmptyEmbedded);
