import type { Platform } from '@tally/contract';
import type {
  Capability,
  PlatformConnection,
  PlatformDefinition,
  PlatformGroup,
  PlatformGroups,
} from './definition.ts';

/** The platforms of this installation. */
export interface Platforms {
  /** All platforms, including those that are not set up here. */
  readonly definitions: readonly PlatformDefinition[];
  /** Returns undefined if the platform is not set up here. */
  find(platform: Platform): PlatformConnection | undefined;
  /** Returns this group of calls for every platform that has it here. */
  with<G extends PlatformGroup>(group: G): ReadonlyMap<Platform, PlatformGroups[G]>;
}

export const platformsOf = (
  definitions: readonly PlatformDefinition[],
  find: (platform: Platform) => PlatformConnection | undefined,
  /** Opens the groups that a platform has even if it is not set up here. */
  open: (platform: Platform) => Partial<PlatformGroups> | undefined = () => undefined,
): Platforms => ({
  definitions,
  find,
  with: (group) =>
    new Map(
      definitions.flatMap(({ id }) => {
        const own = (find(id) as Partial<PlatformGroups> | undefined)?.[group] ?? open(id)?.[group];
        return own ? [[id, own] as const] : [];
      }),
    ),
});

/** Returns the platform's capabilities here. A switch may turn a group off. Empty if the platform is not set up. */
export function capabilitiesOf(platforms: Platforms, platform: Platform): readonly Capability[] {
  const connection = platforms.find(platform);
  if (!connection) return [];
  const { clips, emotes, followers, push, recordings } = connection;
  const groups = { clips, emotes, followers, vods: recordings, auditLog: push?.pushTopics.at(0) };
  const isOff = (each: Capability): boolean => each in groups && !groups[each as keyof typeof groups];
  const definition = platforms.definitions.find(({ id }) => id === platform);
  return definition?.capabilities.filter((each) => !isOff(each)) ?? [];
}
