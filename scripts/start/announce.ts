import type { Config } from '@tally/kernel';
import { worldsThatAreOff } from './worlds.ts';

/** Prints the first text for a newcomer: the URLs, what is simulated, and how to stop. */
export function announce(config: Config, simulated: readonly string[], setup: string | null): void {
  const local = (port: number, path = '') => `http://localhost:${port}${path}`;
  const rows: [string, string][] = [
    ['Dashboard', local(config.WEB_PORT)],
    ['API', local(config.API_PORT)],
    ['API docs', local(config.API_PORT, '/docs')],
  ];
  if (simulated.length > 0) rows.push(['Simulated world', local(config.SIM_PORT)]);
  if (setup !== null) rows.push([simulated.includes('Discord') ? 'Use real keys' : 'Set it up', setup]);
  const off = worldsThatAreOff(config);
  const lines = [
    '',
    `  ${config.SITE_NAME} is running.`,
    '',
    ...rows.map(([name, address]) => `  ${name.padEnd(17)}${address}`),
    '',
    ...(simulated.length > 0 ? [`  Simulated, because there are no keys for them: ${simulated.join(', ')}.`] : []),
    ...(off.length > 0 ? [`  Not set up, so no creator is watched there: ${off.join('; ')}.`] : []),
    ...(simulated.includes('Discord')
      ? ['  To begin, log in on the dashboard, follow a streamer, and press Go live in the simulated world.']
      : []),
    ...(simulated.includes('Discord')
      ? []
      : ['  `npm run doctor` finds problems with keys and addresses, and explains their fixes.']),
    `  Data is stored in ${config.DATA_DIR}. Stop with Ctrl C.`,
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
