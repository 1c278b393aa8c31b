import { type REST, RESTEvents } from '@discordjs/rest';

/** The part of a route that the library treats as the resource of a limit. */
const resource = /^\/webhooks\/(\d{17,19}\/[^/?]+)|^\/(?:channels|guilds|webhooks)\/(\d{17,19})/;

/**
 * The library learns the name of a limit from the first response and then starts a second queue under that name. The
 * second queue does not know how much the first one used, so together they exceed the limit. So we register the first
 * queue under the new name as well.
 */
export function shareQueues(rest: REST): void {
  rest.on(RESTEvents.Response, (request, answer) => {
    const hash = answer.headers.get('x-ratelimit-bucket');
    const found = resource.exec(request.path);
    const major = found?.[2] ?? found?.[1] ?? 'global';
    const first = rest.handlers.get(`Global(${request.method}:${request.route}):${major}`);
    const name = `${hash}:${major}`;
    if (hash && first && !rest.handlers.has(name)) rest.handlers.set(name, first);
  });
}
