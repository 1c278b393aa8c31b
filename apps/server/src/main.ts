import { quickenImports } from './boot/quick-imports.ts';

quickenImports();

/** The one entry: ROLE selects the part that this process plays; without it, all of them. */
switch (process.env['ROLE']) {
  case undefined:
  case '':
  case 'all':
    await import('./all.ts');
    break;
  case 'api':
    await import('./api.ts');
    break;
  case 'bot':
    await import('./bot.ts');
    break;
  case 'worker':
    await import('./worker.ts');
    break;
  default:
    process.stderr.write('ROLE: must be all, api, bot or worker\n');
    process.exitCode = 1;
}
