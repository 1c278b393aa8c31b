/**
 * The server's words.
 *
 * - **server** a Discord guild; "guild" only on Discord's side and on the wire.
 * - **channel** a creator's channel on a platform (`Channel`), or a channel of a server (`ChannelId`).
 * - **snapshot** what a channel is doing right now, according to its platform.
 * - **hint** the content of a push, which never proves anything without a snapshot.
 * - **session** (stream) one broadcast, even if the connection drops; (login) one logged-in browser.
 * - **delivery** one intended message of one server, with its journal from detection to the end.
 * - **home** one word that names a contract file, a feature folder, a web folder and a URL.
 * - **world** something outside this program: discord, kick, stripe …
 */
export * from './call-budgets.ts';
export * from './chat-roles.ts';
export * from './config/config.ts';
export * from './ctx.ts';
export * from './errors.ts';
export * from './explain-trouble.ts';
export * from './feature.ts';
export * from './implement.ts';
export * from './job.ts';
export * from './log.ts';
export * from './open-path.ts';
export * from './pace.ts';
export * from './parse-json.ts';
export * from './platform/chat.ts';
export * from './platform/definition.ts';
export * from './platform/event.ts';
export * from './platform/media.ts';
export * from './platform/people.ts';
export * from './platform/platforms.ts';
export * from './platform/push.ts';
export * from './platform/stream.ts';
export * from './rate-limit.ts';
export * from './records.ts';
export * from './snowflake.ts';
export * from './staff-record.ts';
export * from './texts.ts';
export * from './time/clock.ts';
export * from './time/timers.ts';
export * from './time/typed-time.ts';
export * from './time/zones.ts';
export * from './trace.ts';
export * from './webhook.ts';
