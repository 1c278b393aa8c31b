export { carryOutJob, carryOutNow, type MemberOutcome } from './carry-out.ts';
export { claimRoles, dropClaims, endClaims, recheckRoles, replaceClaims } from './claim.ts';
export { roleGateway } from './gateway.ts';
export { compareSoon, roleJobs } from './jobs.ts';
export type { Counts, RoleKind, RoleLog, RoleOwner, RoleProblem, RoleTrouble } from './owner.ts';
export { exportRolesOfUser, forgetRolesOfServer, forgetRolesOfUser } from './people.ts';
export { problemOf, readState } from './rights.ts';
export { claimEcho, type Echo, listLastChanges } from './store/changes.ts';
export {
  type Cause,
  type ClaimFilter,
  countHolders,
  listClaims,
  listHolders,
  type NewClaim,
} from './store/claims.ts';
export { releaseAllRoles } from './store/holdings.ts';
export type { Claim, MemberKey, RoleChange } from './tables.ts';
