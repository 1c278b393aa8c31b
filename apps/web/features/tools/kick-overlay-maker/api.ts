import { call } from '../../../lib/call.ts';
import { lateHome } from '../../../lib/late-home.ts';

const telemetry = lateHome(async () => (await import('@tally/contract/telemetry/calls')).telemetry);

/** Reports that an overlay was made, but not which one, for "recent activity" and the first steps. */
export const noteOverlay = () =>
  call(telemetry.note, { params: { type: 'overlayGenerated' } }, { fallback: 'noteOverlay' });
