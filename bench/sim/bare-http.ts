import { createServer } from 'node:http';

// The baseline: node:http parses a JSON body and answers the same number of bytes.
const text = JSON.stringify({ id: '1', filler: 'x'.repeat(Number(process.env.BYTES ?? 1000)) });

createServer({ keepAliveTimeout: 65_000, noDelay: true }, (req, res) => {
  if (req.url === '/control/process') return void res.end(JSON.stringify(process.cpuUsage()));
  const chunks: Buffer[] = [];
  req.on('data', (chunk: Buffer) => chunks.push(chunk));
  req.on('end', () => {
    if (chunks.length > 0) JSON.parse(Buffer.concat(chunks).toString('utf8'));
    res.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length });
    res.end(text);
  });
}).listen(Number(process.env.SIM_PORT), '127.0.0.1');

process.once('disconnect', () => process.exit(0));
