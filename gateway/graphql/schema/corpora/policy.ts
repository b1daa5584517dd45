import { builder } from '../../builder/builder.ts';

interface Policy {
  readonly name: string;
  readonly version: string;
}

export const PolicyType = builder.objectRef<Policy>('Policy').implement({
  description: 'What answers or beliefs depend on beside the evidence.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What it rules, such as fold, trust or retrieval.' }),
    version: t.exposeString('version', { description: 'Another version may give another answer.' }),
  }),
});

export function policiesOf(policies: Readonly<Record<string, string>>): Policy[] {
  return Object.entries(policies).map(([name, version]) => ({ name, version }));
}
