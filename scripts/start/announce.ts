import type { Config } from '@tally/kernel';
import { worldsThatAreOff } from './worlds.ts';

/** What a newcomer reads first: where everything is, what is simulated, and how to stop. */
export function announce(config: Config, simulated: readonly string[]): void {
  const local = (port: number, path = '') => `http://localhost:${port}${path}`;
  const rows: [string, string][] = [
    ['Dashboard', local(config.WEB_PORT)],
    ['API', local(config.API_PORT)],
    ['API docs', local(config.API_PORT, '/docs')],
  ];
  if (simulated.length > 0) rows.push(['Simulated world', local(config.SIM_PORT)]);
  const off = worldsThatAreOff(config);
  const lines = [
    '',
    `  ${config.SITE_NAME} is running.`,
    '',
    ...rows.map(([name, address]) => `  ${name.padEnd(17)}${address}`),
    '',
    ...(simulated.length > 0 ? [`  Simulated, because .env names no real one: ${simulated.join(', ')}.`] : []),
    ...(off.length > 0 ? [`  Not set up in .env, so nobody is watched there: ${off.join('; ')}.`] : []),
    ...(simulated.includes('Discord')
      ? ['  To begin: log in on the dashboard, follow somebody, and send them live in the simulated world.']
      : []),
    ...(simulated.includes('Discord')
      ? []
      : ['  Is anything wrong with keys or addresses? `npm run doctor` says what, and what to do.']),
    `  Data is kept in ${config.DATA_DIR}. Stop with Ctrl C.`,
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
