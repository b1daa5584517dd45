import { describe, expect, it } from 'vitest';
import { openSurface, REFUSAL, recheck, sceneOfEachFile } from './mutation-surface.ts';

const scene = sceneOfEachFile();

const ANNOTATE = `mutation ($target: ID!, $body: String!, $citation: CitationInput!, $stubId: ID, $key: String) {
  annotate(target: $target, body: $body, citation: $citation, stubId: $stubId, idempotencyKey: $key) {
    __typename
    ... on AnnotationAdded {
      annotation { annotationId target kind body citation { ref quote } licence }
      coverageGap { stubId closed reason }
    }
    ${REFUSAL}
  }
}`;

describe('annotate', () => {
  const annotate = (variables: object, token?: string) =>
    scene.surface.send(ANNOTATE, {
      variables: {
        target: scene.claim,
        body: 'Measured anew.',
        citation: { ref: 'https://s.example/' },
        ...variables,
      },
      ...(token !== undefined && { token }),
    });

  it('adds an annotation that the list then shows', async () => {
    const token = await scene.fixture.mint({ capabilities: ['wiki.annotate', 'wiki.annotations'] });
    const { data } = await annotate({ stubId: 'stub_nothing' }, token);
    expect(data.annotate).toMatchObject({
      __typename: 'AnnotationAdded',
      annotation: { target: scene.claim, kind: 'NOTE', licence: 'CC-BY-SA-4.0', citation: { quote: null } },
      coverageGap: { stubId: 'stub_nothing', closed: false, reason: 'UNKNOWN_STUB' },
    });
    const request = new Request(
      `http://engine.example/v1/annotations?target=${encodeURIComponent(scene.claim)}`,
      {
        headers: { authorization: `Bearer ${token}` },
      },
    );
    const { annotations } = (await (await scene.surface.rest(request)).json()) as {
      annotations: { id: string }[];
    };
    expect(annotations.map(({ id }) => id)).toContain(data.annotate.annotation.annotationId);
  });

  it('passes a stub over where its lifecycle is off', async () => {
    scene.surface = openSurface(scene.fixture.engine, { stubsLifecycle: false });
    const token = await scene.fixture.mint({ capabilities: ['wiki.annotate'] });
    expect((await annotate({ stubId: 'stub_x' }, token)).data.annotate.coverageGap).toBeNull();
  });

  it.each([
    ['nobody', 'denied:token_missing', {}, null],
    ['a token for other things', 'denied:capability_missing', {}, ['svc.evidence']],
    ['an empty body', 'invalid:body', { body: '' }, ['wiki.annotate']],
    [
      'a script for a citation',
      'invalid:body',
      { citation: { ref: 'javascript:alert(1)' } },
      ['wiki.annotate'],
    ],
    ['a target that is none', 'invalid:addr', { target: 'wx:' }, ['wiki.annotate']],
    ['an unknown corpus', 'invalid:corpus_unknown', { target: 'wx://none/sec/x' }, ['wiki.annotate']],
  ] as const)('refuses %s with %s', async (_, reason, variables, capabilities) => {
    const token = capabilities === null ? undefined : await scene.fixture.mint({ capabilities });
    const { data } = await annotate(variables, token);
    expect(data.annotate.reason).toBe(reason);
    expect(recheck(data.annotate.receipt)).toBe(true);
  });
});
