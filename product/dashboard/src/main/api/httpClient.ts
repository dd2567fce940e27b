import { authenticated, type Credentials } from './credentials';

/** An error response of the server (RFC 9457). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly detail: string,
    readonly advice: string,
  ) {
    super(`${detail} ${advice}`);
  }
}

/** Sends authenticated requests. A token is in a header, never in the URL. */
export class HttpClient {
  constructor(
    private readonly credentials: Credentials,
    private readonly onUnauthorized: () => void,
  ) {}

  protected async get<T>(path: string, signal?: AbortSignal): Promise<T> {
    return (await (await this.send(path, { signal: signal ?? null })).json()) as T;
  }

  protected async post<T>(path: string, body: unknown, headers: Record<string, string> = {}): Promise<T> {
    const response = await this.send(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', ...headers },
    });
    return (await response.json()) as T;
  }

  protected async put<T>(path: string, body: unknown): Promise<T> {
    const response = await this.send(path, {
      method: 'PUT',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json' },
    });
    return (await response.json()) as T;
  }

  protected async send(path: string, request: RequestInit): Promise<Response> {
    const response = await fetch(path, {
      ...authenticated(request, this.credentials),
      cache: 'no-store',
    });
    if (response.ok) {
      return response;
    }
    const error = await apiError(response);
    if (response.status === 401) {
      this.onUnauthorized();
    }
    throw error;
  }
}

async function apiError(response: Response): Promise<ApiError> {
  try {
    const problem = (await response.json()) as { detail?: unknown; advice?: unknown };
    if (typeof problem.detail === 'string') {
      return new ApiError(response.status, problem.detail, String(problem.advice ?? ''));
    }
  } catch {
    // Not a problem document; the response may come from a proxy.
  }
  return new ApiError(response.status, `The server answered with status ${response.status}.`, 'Try again later.');
}
