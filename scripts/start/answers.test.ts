import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { answers, SilentError } from './answers.ts';

it('a start that does not become ready names what is missing, in the words of /ready', async () => {
  const server = createServer((_request, response) =>
    response.writeHead(503).end(JSON.stringify({ status: 503, error: ['discord: no answer within 2000 ms'] })),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ready`;
  await expect(answers([address], 500)).rejects.toEqual(
    new SilentError(`${address} did not answer in time. It says: discord: no answer within 2000 ms.`),
  );
  server.close();
});
