import { describe, expect, it } from 'vitest';
import { type Example, leaveGroupsOut, probabilityOf, trainLogistic } from '../../../eval/train/logistic.ts';

/** 3 of 4 with the feature are true, 1 of 4 without it. */
const COUNTED: readonly Example[] = [
  { features: [1], label: 1, weight: 3 },
  { features: [1], label: 0 },
  { features: [0], label: 1 },
  { features: [0], label: 0, weight: 3 },
];

describe('logistic regression', () => {
  it('finds the weights that the counts give in closed form', () => {
    const model = trainLogistic(COUNTED, { l2: 1e-9 });
    expect(model.bias).toBeCloseTo(Math.log(1 / 3), 4);
    expect(model.weights[0]).toBeCloseTo(2 * Math.log(3), 4);
    expect(probabilityOf(model, [1])).toBeCloseTo(0.75, 4);
  });

  it('reaches a point where the penalised gradient is zero', () => {
    const l2 = 0.7;
    const examples = [...Array(40).keys()].map((i) => ({
      features: [(i * 7) % 11, (i * 5) % 13, i % 3].map((value) => value / 10),
      label: (i * 3) % 7 < 3 ? 1 : 0,
    }));
    const model = trainLogistic(examples, { l2 });
    for (let j = 0; j < 3; j++) {
      const slope = examples.reduce(
        (sum, { features, label }) => sum + (probabilityOf(model, features) - label) * features[j]!,
        l2 * model.weights[j]!,
      );
      expect(Math.abs(slope)).toBeLessThan(1e-4);
    }
  });

  it('ignores a feature that says nothing and shrinks with a greater penalty', () => {
    const examples = COUNTED.map((example) => ({ ...example, features: [...example.features, 0] }));
    const light = trainLogistic(examples, { l2: 0.01 });
    const heavy = trainLogistic(examples, { l2: 10 });
    expect(light.weights[1]).toBe(0);
    expect(heavy.weights[0]).toBeLessThan(light.weights[0]!);
  });

  it('stays finite where one feature separates the labels, and where all labels are one', () => {
    const separated = trainLogistic(
      [
        { features: [1000], label: 1 },
        { features: [-1000], label: 0 },
      ],
      { l2: 0.001 },
    );
    expect(separated.weights.every(Number.isFinite)).toBe(true);
    const always = trainLogistic([{ features: [1], label: 1 }], { l2: 1 });
    expect(probabilityOf(always, [1])).toBeGreaterThan(0.9);
  });

  it('keeps the bias at zero for pairs, and is then symmetric', () => {
    const pairs = [
      { features: [0.5, -0.2], label: 1 },
      { features: [-0.5, 0.2], label: 0 },
      { features: [0.1, 0.9], label: 1 },
    ];
    const model = trainLogistic(pairs, { l2: 0.1, bias: false });
    expect(model.bias).toBe(0);
    expect(probabilityOf(model, [0, 0])).toBe(0.5);
    expect(probabilityOf(model, [1, 0]) + probabilityOf(model, [-1, 0])).toBeCloseTo(1, 12);
  });

  it('gives the same bytes in any order of the examples, with six decimals at most', () => {
    const examples = [...Array(60).keys()].map((i) => ({
      features: [Math.sin(i), Math.cos(i * 3), (i % 5) / 5],
      label: Math.sin(i * 2) > 0 ? 1 : 0,
    }));
    const model = trainLogistic(examples, { l2: 0.5 });
    expect(JSON.stringify(trainLogistic([...examples].reverse(), { l2: 0.5 }))).toBe(JSON.stringify(model));
    for (const weight of [model.bias, ...model.weights]) expect(Number(weight.toFixed(6))).toBe(weight);
  });

  it('judges a group without having seen it', () => {
    const examples = [
      { features: [1], label: 1, group: 'a' },
      { features: [0], label: 0, group: 'a' },
      { features: [1], label: 0, group: 'b' },
      { features: [0], label: 1, group: 'b' },
    ];
    const [a, , b] = leaveGroupsOut(examples, ({ group }) => group, { l2: 0.1 });
    expect(a).toBeLessThan(0.5);
    expect(b).toBeGreaterThan(0.5);
  });

  it.each<[string, readonly Example[], number]>([
    ['no examples', [], 1],
    ['ragged rows', [COUNTED[0]!, { features: [1, 2], label: 1 }], 1],
    ['a feature that is no number', [{ features: [Number.NaN], label: 1 }], 1],
    ['a label above 1', [{ features: [1], label: 1.1 }], 1],
    ['a weight of 0', [{ features: [1], label: 1, weight: 0 }], 1],
    ['no penalty', COUNTED, 0],
  ])('refuses %s', (_what, examples, l2) => {
    expect(() => trainLogistic(examples, { l2 })).toThrow(RangeError);
  });
});
