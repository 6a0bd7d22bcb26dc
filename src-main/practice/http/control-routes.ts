import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sameSecret } from '#practice/access.ts';
import type { Control, ControlAnswer } from '#practice/control/control.ts';
import { bodyText } from './body-text.ts';

type ControlCall = (control: Control, body: unknown) => ControlAnswer;

const ROUTES: readonly (readonly ['GET' | 'POST' | 'DELETE', string, ControlCall])[] = [
  ['POST', '/practice/clock', (control, body) => control.advanceClock(body)],
  ['POST', '/practice/market', (control, body) => control.setPrice(body)],
  ['POST', '/practice/faults', (control, body) => control.changeFaults(body)],
  ['GET', '/practice/faults', (control) => control.listFaults()],
  ['DELETE', '/practice/faults', (control) => control.clearFaults()],
  ['GET', '/practice/switches', (control) => control.switches()],
  ['POST', '/practice/switches', (control, body) => control.setSwitches(body)],
  ['GET', '/practice/requests', (control) => control.requests()],
  ['DELETE', '/practice/requests', (control) => control.clearRequests()],
  ['POST', '/practice/desired-mode', (control, body) => control.switchDesiredOff(body)],
  ['GET', '/practice/brokers', (control) => control.brokers()],
  ['POST', '/practice/broker-trade', (control, body) => control.brokerTrade(body)],
  ['POST', '/practice/rehearsal', (control, body) => control.setRehearsal(body)],
  ['GET', '/practice/state', (control) => control.state()],
];

/**
 * Adds the control routes. A request without the Bearer token gets 401 before its body is parsed.
 */
export function addControlRoutes(app: FastifyInstance, control: Control, token: string): void {
  for (const [method, url, call] of ROUTES) {
    app.route({ method, url, handler: (request, reply) => handle(control, token, call, request, reply) });
  }
}

async function handle(
  control: Control,
  token: string,
  call: ControlCall,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (!sameSecret(request.headers.authorization ?? '', `Bearer ${token}`)) {
    return reply
      .code(401)
      .header('www-authenticate', 'Bearer')
      .send({ error: 'the control token is missing or wrong' });
  }
  const body = readBody(bodyText(request));
  if (!body) return reply.code(400).send({ error: 'the body is not JSON' });
  const answer = call(control, body.value);
  return reply.code(answer.status).send(answer.body);
}

function readBody(text: string): { value: unknown } | undefined {
  if (text.trim() === '') return { value: {} };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined; // The caller gets status 400.
  }
}
