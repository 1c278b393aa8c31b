import { type ErrorCode, errorStatus } from '@tally/contract';
import { AppError, type Doors } from '@tally/kernel';
import type { FastifyServerOptions } from 'fastify';
import { jsonType, securityHeaders } from '../answers/headers.ts';
import { refuse } from '../answers/refusal.ts';
import { sendRefusal } from '../answers/refusals.ts';
import { anonymous } from './request.ts';

/** Answers requests that never reach the router: a URL that cannot be decoded, and bytes that are not HTTP. */
export function answerBrokenRequests(
  doors: Doors,
  newRequestId: () => string,
): Pick<FastifyServerOptions, 'frameworkErrors' | 'clientErrorHandler'> {
  return {
    frameworkErrors: (_error, request, reply) => {
      reply.headers(securityHeaders);
      // A bad URL is always the caller's fault, even if the router reports another error.
      sendRefusal(doors, new AppError('badRequest'), request, reply);
    },
    clientErrorHandler(error, socket) {
      const isGone = error.code === 'ECONNRESET' || !socket.writable;
      if (isGone) socket.destroy();
      else socket.end(plainAnswer(newRequestId(), error.code === 'HPE_HEADER_OVERFLOW' ? 'tooLarge' : 'badRequest'));
    },
  };
}

/** Node drops the request here, so there is no reply object and no language to choose. */
function plainAnswer(requestId: string, code: ErrorCode): string {
  const error = new AppError(code, code === 'tooLarge' ? { max: '16 KiB' } : {});
  const { envelope } = refuse(error, { locale: 'en-US', requestId, caller: anonymous });
  const body = JSON.stringify(envelope);
  const headers = {
    ...securityHeaders,
    'content-type': jsonType,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${errorStatus[code]} Refused`, ...lines, '', body].join('\r\n');
}
