/**
 * Sentences of which each cache of what is read of them holds its part, 1 to 2 kB: their words, values and forms. Of those that
 * new questions on SciFact read closely, one in four is among the last 2,048, and two in five among as many as these.
 */
export const CACHED_SENTENCES = 8_192;
