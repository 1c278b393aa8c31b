/** `npm run map`: rewrites the table of addresses in docs/map.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { MAP, withAddresses } from './map/addresses.ts';

writeFileSync(MAP, withAddresses(readFileSync(MAP, 'utf8')));
