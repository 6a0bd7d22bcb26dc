import { asList, asMembers, text, texts, type Members, type TestService } from './service.ts';

/**
 * Sends requests in one of the two contexts, by POST or GET, and finds people and strategies of the
 * seed.
 */
export class PeopleRig {
  readonly service: TestService;

  constructor(service: TestService) {
    this.service = service;
  }

  /** The id of the owner of the world API key. */
  get apiKeyOwnerId(): string {
    return this.service.ready.world.personid;
  }

  callWorld(command: string, fields: object = {}): Promise<Members> {
    return this.#ask(this.service.path(command), { apikey: this.service.ready.world.apikey, ...fields });
  }

  callPlatform(command: string, fields: object = {}): Promise<Members> {
    const body = { apikey: this.service.ready.platform.apikey, ...fields };
    return this.#ask(this.service.platformPath(command), body);
  }

  async platformGet(command: string, fields: Record<string, string>): Promise<Members> {
    const query = new URLSearchParams({ apikey: this.service.ready.platform.apikey, ...fields });
    return (await this.service.get(`${this.service.platformPath(command)}?${query.toString()}`)).json;
  }

  async worldGet(command: string, fields: Record<string, string>): Promise<Members> {
    const query = new URLSearchParams({ apikey: this.service.ready.world.apikey, ...fields });
    return (await this.service.get(`${this.service.path(command)}?${query.toString()}`)).json;
  }

  async #ask(path: string, body: object): Promise<Members> {
    return (await this.service.post(path, JSON.stringify(body))).json;
  }

  async people(): Promise<readonly Members[]> {
    return asList((await this.callPlatform('listAllPeople'))['people']);
  }

  async person(id: string): Promise<Members> {
    return asMembers((await this.people()).find((one) => one['person_id'] === id));
  }

  async roster(filter = 'active'): Promise<readonly Members[]> {
    return asList((await this.callWorld('getSystemRoster', { filter }))['response']);
  }

  async subscribers(systemid: string): Promise<readonly Members[]> {
    const answer = asMembers((await this.callPlatform('getListSubscribers', { systemid }))['response']);
    return asList(answer['listSubscribers']);
  }

  async details(systemid: string): Promise<Members> {
    return asMembers((await this.callWorld('getSystemDetails', { systemid }))['response']);
  }

  /** An active strategy of another person, who is a member of the platform or an outsider. */
  async strategyOf(owner: 'member' | 'outsider'): Promise<Members> {
    const members = this.service.ready.platform.personids;
    const found = (await this.roster()).find((one) => {
      const id = text(one, 'ownerpersonid');
      return id !== this.apiKeyOwnerId && members.includes(id) === (owner === 'member');
    });
    return asMembers(found);
  }

  /** The id of a person of the platform, not deleted, without a strategy or a subscription. */
  async idlePersonId(): Promise<string> {
    const idle = (await this.people()).find(
      (one) =>
        one['deleted'] === '' &&
        one['person_id'] !== this.apiKeyOwnerId &&
        asList(one['current_strategies_owned_list']).length === 0 &&
        asList(one['current_strategy_subscription_list']).length === 0,
    );
    return text(asMembers(idle), 'person_id');
  }
}

export function success(answer: Members): Members {
  if (answer['ok'] !== '1') throw new Error(`refused: ${JSON.stringify(answer)}`);
  return asMembers(answer['success']);
}

export function title(answer: Members): unknown {
  return asMembers(answer['error'])['title'];
}

export function reasons(answer: Members): string[] {
  return texts(asMembers(answer['error']), 'errors');
}

/** The JSON type of each member. */
export function typesOf(record: Members): Record<string, string> {
  const type = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value);
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, type(value)]));
}

export const NO_SYSTEM = {
  ok: '0',
  error: {
    title: 'Unable to access this systemid',
    message: 'Credentials provided do not allow access to this systemid',
  },
};

export const NO_PERSON = {
  ok: '0',
  error: {
    title: 'Unable to access this personid',
    message: 'Credentials provided do not allow access to this personid',
  },
};
