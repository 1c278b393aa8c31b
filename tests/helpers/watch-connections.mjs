// Loaded into a process under test (`--import`). Writes every address that it connects to or looks up to the file in
// WATCH_CONNECTIONS. It patches the lowest level, which all clients share.
import dns from 'node:dns';
import { appendFileSync } from 'node:fs';
import net from 'node:net';

const file = process.env.WATCH_CONNECTIONS;
const note = (target) => appendFileSync(file, `${target}\n`);

const connect = net.Socket.prototype.connect;
net.Socket.prototype.connect = function watched(...args) {
  const options = Array.isArray(args[0]) ? args[0][0] : args[0];
  if (options && typeof options === 'object' && !options.path) note(options.host ?? 'localhost');
  return connect.apply(this, args);
};

const lookup = dns.lookup;
dns.lookup = function watched(name, ...rest) {
  note(name);
  return lookup.call(this, name, ...rest);
};
