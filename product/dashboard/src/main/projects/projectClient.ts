import { HttpClient } from '../api/httpClient';
import type { Project, ProjectBag, ProjectDetail, ProjectRole, ProjectSettings, UsageRow } from './types';

const ROOT = '/v1/projects';

/** Client of the REST API for projects: for members and managers, and for operators, who see all projects. */
export class ProjectClient extends HttpClient {
  async list(signal?: AbortSignal): Promise<Project[]> {
    return (await this.get<{ projects: Project[] }>(ROOT, signal)).projects;
  }

  find(project: string, signal?: AbortSignal): Promise<ProjectDetail> {
    return this.get(path(project), signal);
  }

  /** What was paid from this day (UTC) until today. */
  async usage(project: string, from: string, signal?: AbortSignal): Promise<UsageRow[]> {
    return (await this.get<{ usage: UsageRow[] }>(`${path(project)}/usage?from=${from}`, signal)).usage;
  }

  async bags(project: string, signal?: AbortSignal): Promise<ProjectBag[]> {
    return (await this.get<{ bags: ProjectBag[] }>(`${path(project)}/bags`, signal)).bags;
  }

  create(id: string, settings: ProjectSettings, manager: string | null): Promise<ProjectDetail> {
    return this.post(ROOT, { id, settings, manager });
  }

  /** Deposits credits, once for each key; a negative amount withdraws. */
  deposit(project: string, amount: string, key: string): Promise<ProjectDetail> {
    return this.post(`${path(project)}/deposits`, { amount }, { 'Idempotency-Key': key });
  }

  /** Invites a user, or changes the role of a member. */
  setMember(project: string, user: string, role: ProjectRole): Promise<ProjectDetail> {
    return this.put(memberPath(project, user), { role });
  }

  /** Limits what a member may spend; null removes the limit. */
  setLimit(project: string, user: string, limit: string | null): Promise<ProjectDetail> {
    return this.put(`${memberPath(project, user)}/limit`, { limit });
  }

  async removeMember(project: string, user: string): Promise<void> {
    await this.send(memberPath(project, user), { method: 'DELETE' });
  }
}

function path(project: string): string {
  return `${ROOT}/${encodeURIComponent(project)}`;
}

function memberPath(project: string, user: string): string {
  return `${path(project)}/members/${encodeURIComponent(user)}`;
}
