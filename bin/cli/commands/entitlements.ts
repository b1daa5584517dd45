import { FEATURES, isFeature } from '../../../bff/features.ts';
import type { EntitlementRecord } from '../../../bff/records.ts';
import { LOCAL_TENANT } from '../../../gateway/operations/authenticate.ts';
import { checkOrg } from '../check-org.ts';
import type { CommandContext } from '../command-context.ts';
import { featuresByDefault } from '../default-features.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { usage } from '../failure.ts';
import { openExistingRecords, openRecords } from '../open-records.ts';
import type { Settings } from '../settings.ts';
import { tableLines } from '../table.ts';

/** Plan of an organisation's first record that an operator makes. */
const PLAN_OF_OPERATORS = 'operator';

interface Entitlement {
  readonly org: string;
  readonly feature: string;
  readonly enabled: boolean;
  /** Null where nothing is recorded and the settings decide. */
  readonly plan: string | null;
}

/** `adduce entitlements list [ORG]`: every feature of the organisations that have a record, and of the page's own. */
export async function listEntitlements(
  { settings, output }: CommandContext,
  org: string | undefined,
): Promise<ExitCode> {
  if (org !== undefined) checkOrg('ORG', org);
  const recorded = await readRecorded(settings);
  const orgs = org === undefined ? [LOCAL_TENANT, ...recorded.map(({ org_id }) => org_id)] : [org];
  const entitlements = [...new Set(orgs)]
    .toSorted()
    .flatMap((one) => FEATURES.map((feature) => entitlementOf(settings, recorded, one, feature)));
  const rows = entitlements.map((one) => [
    one.org,
    one.feature,
    one.enabled ? 'enabled' : 'disabled',
    one.plan === null ? 'by default' : `plan ${one.plan}`,
  ]);
  output.result({ entitlements }, tableLines(rows));
  return EXIT.ok;
}

export interface SwitchArguments {
  readonly org: string;
  readonly feature: string;
  readonly enabled: boolean;
}

/** `adduce entitlements enable|disable ORG FEATURE`: holds from the next request on, also in a running server. */
export async function switchEntitlement(
  { settings, output }: CommandContext,
  { org, feature, enabled }: SwitchArguments,
): Promise<ExitCode> {
  checkOrg('ORG', org);
  if (!isFeature(feature))
    throw usage(`FEATURE is ${JSON.stringify(feature)}: it accepts ${FEATURES.join(', ')}`);
  await using records = await openRecords(settings);
  const known = (await records.entitlements()).find(isOf(org, feature));
  const plan = known?.plan ?? PLAN_OF_OPERATORS;
  await records.entitle(org, feature, plan, enabled);
  const entitlement: Entitlement = { org, feature, enabled, plan };
  output.result(entitlement, [`${feature} of ${org} is ${enabled ? 'enabled' : 'disabled'}`]);
  return EXIT.ok;
}

async function readRecorded(settings: Settings): Promise<readonly EntitlementRecord[]> {
  await using records = await openExistingRecords(settings);
  return (await records?.entitlements()) ?? [];
}

function entitlementOf(
  settings: Settings,
  recorded: readonly EntitlementRecord[],
  org: string,
  feature: string,
): Entitlement {
  const found = recorded.find(isOf(org, feature));
  if (found !== undefined) return { org, feature, enabled: found.enabled, plan: found.plan };
  const enabled = org === LOCAL_TENANT && featuresByDefault(settings).includes(feature);
  return { org, feature, enabled, plan: null };
}

function isOf(org: string, feature: string): (record: EntitlementRecord) => boolean {
  return ({ org_id, feature_key }) => org_id === org && feature_key === feature;
}
