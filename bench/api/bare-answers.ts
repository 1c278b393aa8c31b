import { createServer } from 'node:http';

// The baseline for the API: node:http sends the given bytes and does nothing else.
interface Answer {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const answers = JSON.parse(process.env.ANSWERS ?? '{}') as Record<string, Answer>;

const server = createServer((request, response) => {
  const answer = answers[request.url ?? ''];
  response.writeHead(answer ? 200 : 404, answer?.headers);
  response.end(answer?.body);
}).listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.({ ready: true }));

process.once('disconnect', () => server.close());
