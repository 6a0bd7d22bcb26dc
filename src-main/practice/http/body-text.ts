import type { FastifyRequest } from 'fastify';

/** The body as text, for every Content-Type; '' if there is none. */
export function bodyText(request: FastifyRequest): string {
  const { body } = request;
  return Buffer.isBuffer(body) ? body.toString('utf8') : '';
}
