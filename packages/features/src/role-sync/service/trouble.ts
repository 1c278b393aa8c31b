import type { ErrorReason } from '@tally/contract';
import type { Cause } from './sync.ts';

export function whatStops(reason: ErrorReason): Cause {
  if (reason === 'unknownRole') return 'roleGone';
  if (reason === 'roleManaged') return 'managed';
  return reason === 'missingPermission' ? 'noPermission' : 'aboveBot';
}
