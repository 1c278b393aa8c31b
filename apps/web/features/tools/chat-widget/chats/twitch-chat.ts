import { keepOpen } from '../../../../lib/live/keep-open.ts';
import { type IrcLine, readIrcLine } from './irc.ts';

/** Reads a Twitch chat without an account. Returns a stop function. */
export function hearTwitch(about: { url: string; channel: string; hear: (line: IrcLine) => void }): () => void {
  const { url, channel, hear } = about;
  return keepOpen(({ heard, works, lost }) => {
    const socket = new WebSocket(url);
    let isClosed = false;
    const send = (text: string): void => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    };
    socket.addEventListener('open', () => {
      send('CAP REQ :twitch.tv/tags twitch.tv/commands');
      send('PASS anonymous');
      send(`NICK justinfan${10_000 + Math.floor(Math.random() * 80_000)}`);
      send(`JOIN #${channel}`);
    });
    socket.addEventListener('message', ({ data }) => {
      if (isClosed) return;
      heard();
      for (const text of String(data).split('\r\n')) {
        const line = readIrcLine(text);
        if (line?.command === 'PING') send(`PONG :${line.params[0] ?? ''}`);
        else if (line?.command === 'RECONNECT') lost(true);
        else if (line) {
          // Anonymous readers get no other confirmation of a join from Twitch.
          if (line.command === 'JOIN') works();
          hear(line);
        }
      }
    });
    socket.addEventListener('close', () => {
      if (!isClosed) lost();
    });
    const close = (): void => {
      isClosed = true;
      socket.close();
    };
    return { close, ask: () => send('PING :tally') };
  });
}
