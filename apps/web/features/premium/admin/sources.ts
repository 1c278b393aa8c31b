import type { Held } from '@tally/contract/premium/calls';
import type { Tone } from '../../../ui/badge.tsx';

export const sourceTones: Readonly<Record<Held['source'], Tone>> = { staff: 'info', stripe: 'ok', user: 'neutral' };
