import { setupAddress } from '@tally/features/registry';
import type { House } from './house.ts';

/**
 * Passes on what only this process knows: which settings are stored, for the parent that starts the other parts, and the
 * address that opens the setup page, for the operator.
 */
export async function announceSettings({ doors }: Pick<House, 'doors'>): Promise<void> {
  const address = doors.config.ROLE === 'api' || doors.config.ROLE === 'all' ? await setupAddress(doors) : null;
  if (process.send) process.send({ house: { settings: doors.houseSettings.forWeb, address } });
  else if (address !== null) process.stdout.write(`To set up ${doors.config.SITE_NAME}, open ${address}\n`);
}
