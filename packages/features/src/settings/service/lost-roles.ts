import { RoleId, type ServerId } from '@tally/contract';
import type { ServerState } from '@tally/discord/gateway';
import { bornAt, type Ctx, minutes } from '@tally/kernel';
import { report, type Trouble } from '../../error-logs/index.ts';
import type { SettingsTx } from '../store/changes.ts';
import { changeSettings, type ReadStanding } from './door.ts';

type What = Trouble['details'][string];

/** A place in a server's settings that names a role. */
export interface RolePlace {
  readonly roleId: RoleId;
  /**
   * The role's purpose. Places with the same name share one line of the report. A function is called only if its name
   * is needed.
   */
  readonly what: What | (() => Promise<What>);
  /** The page where another role can be chosen, as a path below the server's own URL. */
  readonly path: string;
  /**
   * Removes only this role, because the owner may have chosen another one. Returns false if the role is no longer set.
   */
  readonly takeOff: (tx: SettingsTx) => Promise<boolean>;
  /** Reads the stored settings of this place for the audit log. */
  readonly read: ReadStanding;
  /** Runs once for all places that share this function. */
  readonly afterwards?: (tx: SettingsTx) => Promise<void>;
}

declare module '@tally/kernel' {
  interface Feature {
    /** The places in this feature's server settings that name a role and must drop it when the role is deleted. */
    readonly rolePlaces?: (ctx: Ctx, serverId: ServerId) => Promise<readonly RolePlace[]>;
  }
}

const SAVED_BY_THEN_MS = minutes(1);
const NAMED = 5;

/**
 * Removes deleted roles from all settings and notifies the owner once. A deleted role pings no one, cannot be given and
 * appears in messages as unknown. It never comes back, because a recreated role has another id. Lists that let people
 * in or keep them out keep the role: see decision 0156.
 */
export async function clearLostRoles(ctx: Ctx, server: ServerState): Promise<void> {
  // Every server has the @everyone role under its own id. If it is missing, the gateway has not sent the roles yet.
  if (!server.roles.has(RoleId.parse(server.id))) return;
  const found = await Promise.all(ctx.features.map(async (feature) => await feature.rolePlaces?.(ctx, server.id)));
  const lost = found.flatMap((places) => places ?? []).filter(({ roleId }) => isLost(ctx, server, roleId));
  for (const [roleId, places] of Map.groupBy(lost, (place) => place.roleId)) {
    const worded = await Promise.all(places.map(async (place) => ({ ...place, what: await wordsOf(place) })));
    await changeSettings(ctx, server.id, { read: readTogether(places) }, async (tx) => {
      // Two checks of one server may run at once. The one that removes the role reports it.
      const taken: Worded[] = [];
      for (const place of worded) if (await place.takeOff(tx)) taken.push(place);
      for (const after of new Set(taken.map((place) => place.afterwards))) await after?.(tx);
      for (const trouble of troublesOf(roleId, taken)) await report(ctx, server.id, trouble, tx);
    });
  }
}

/** Reads all places of a list with one query, so each record appears once. */
const readTogether =
  (places: readonly RolePlace[]): ReadStanding =>
  async (db) => {
    const standing = await Promise.all(
      [...new Set(places.map((place) => place.read))].map(async (read) => await read(db)),
    );
    return [...new Map(standing.flat().map((each) => [`${each.what} ${each.key}`, each])).values()];
  };

type Worded = RolePlace & { readonly what: What };

const wordsOf = async ({ what }: RolePlace): Promise<What> => (typeof what === 'function' ? await what() : what);

function isLost(ctx: Ctx, server: ServerState, roleId: RoleId): boolean {
  // The gateway may not have sent a role that was created just now.
  return !server.roles.has(roleId) && ctx.clock.now().getTime() - bornAt(roleId).getTime() >= SAVED_BY_THEN_MS;
}

function troublesOf(roleId: RoleId, places: readonly Worded[]): Trouble[] {
  const named = new Map<string, string>();
  const worded = new Map<string, { what: What; path: string }>();
  for (const { what, path } of places) {
    if (typeof what === 'object') worded.set(JSON.stringify(what), { what, path });
    else if (!named.has(String(what))) named.set(String(what), path);
  }
  const troubleOf = (what: What, path: string): Trouble => ({
    reason: 'unknownRole',
    details: { what },
    action: { kind: 'chooseRole', path, targetId: roleId },
  });
  const names = [...named.keys()];
  const [first] = named.values();
  const listed = names.slice(0, NAMED).join(', ') + (names.length > NAMED ? ' …' : '');
  return [
    ...(first === undefined ? [] : [troubleOf(listed, first)]),
    ...[...worded.values()].map(({ what, path }) => troubleOf(what, path)),
  ];
}
