import type { IntentName } from './intents.ts';
import type { GatewayListener } from './listeners.ts';

export { type Admission, createClaims, type Gate } from './admission.ts';
export { CLUSTERS_CHANNEL, type Clusters, type ClustersOptions, createClusters } from './clusters/clusters.ts';
export { refusedOf } from './clusters/granted.ts';
export { type Timing, timingOf } from './clusters/share.ts';
export { type EventName, eventNames, type GatewayEvents, type MadeEvents } from './events.ts';
export { createGateway, type Gateway, type GatewayOptions } from './gateway.ts';
export { type IntentName, intentBits, intentsOf, privilegedIntents } from './intents.ts';
export { type GatewayListener, intentsFor, type Only, on } from './listeners.ts';
export {
  askAllMembers,
  askNamedMembers,
  type NamedMember,
  namedMembers,
  readMembersAsk,
} from './named-members.ts';
export { SAVED_WITHIN_MS } from './save.ts';
export { type ChangedShard, forgetfulStore, type SavedShard, type ShardStore } from './sessions.ts';
export type { ShardStatus } from './shard-status.ts';
export { packServer, type ServerState } from './state/pack.ts';
export type { Servers } from './state/state.ts';
export { releaseAllClusters } from './store/clusters.ts';
export { ASK_MEMBERS_CHANNEL } from './store/named-members.ts';
export { listRefusedIntents } from './store/refusals.ts';
export { createShardStore, findServerStates } from './store/sessions.ts';

declare module '@tally/kernel' {
  interface Feature {
    /** Listeners that react to events in servers (bot). The required intents follow from them. */
    readonly gateway?: readonly GatewayListener[];
    /** Additional intents, for example to receive the content of messages. */
    readonly intents?: readonly IntentName[];
  }
}
