/** What a server refuses, in its own words. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly detail: string,
    readonly advice: string,
  ) {
    super(`${detail} ${advice}`);
  }
}

/** A server, for one person. Every request carries the token in a header, and none in its address. */
export class Service {
  constructor(
    private readonly token: string,
    private readonly refusedToken: () => void,
  ) {}

  protected async get<T>(address: string, signal?: AbortSignal): Promise<T> {
    return (await (await this.send(address, { signal: signal ?? null })).json()) as T;
  }

  protected async post<T>(address: string, body: unknown, headers: Record<string, string> = {}): Promise<T> {
    const response = await this.send(address, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', ...headers },
    });
    return (await response.json()) as T;
  }

  protected async send(address: string, request: RequestInit): Promise<Response> {
    const response = await fetch(address, {
      ...request,
      cache: 'no-store',
      credentials: 'omit',
      headers: { ...(request.headers as Record<string, string> | undefined), Authorization: `Bearer ${this.token}` },
    });
    if (response.ok) {
      return response;
    }
    const refusal = await refused(response);
    if (response.status === 401) {
      this.refusedToken();
    }
    throw refusal;
  }
}

async function refused(response: Response): Promise<Refused> {
  try {
    const problem = (await response.json()) as { detail?: unknown; advice?: unknown };
    if (typeof problem.detail === 'string') {
      return new Refused(response.status, problem.detail, String(problem.advice ?? ''));
    }
  } catch {
    // Not its own words: a proxy's, or another program's.
  }
  return new Refused(response.status, `The server answered with status ${response.status}.`, 'Try again in a while.');
}
