import { taskCount, type Bag, type ChosenFile, type TaskList, type WorkOrder } from '../api/types';
import { bagFileOf, EMPTY_FORM, type BagFormFields } from './bagForm';

const DEFAULT_STOP_AFTER_FAILURES = 20;

/** An earlier bag as the beginning of a new one. */
export interface BagTemplate {
  form: BagFormFields;
  /** The bag file; with more fields than the form if `needsFile`. */
  text: string;
  needsFile: boolean;
  /** The files of the earlier bag, which the server still has. */
  files: ChosenFile[];
}

/** A bag has more than its work order: the budget, and the project that paid. */
export function templateOf(work: WorkOrder, { budget, project }: Pick<Bag, 'budget' | 'project'>): BagTemplate {
  const files: ChosenFile[] = work.inputs.map((input) => ({ path: input.path, digest: input.digest, bytes: input.bytes, lines: 0 }));
  const form: BagFormFields = {
    ...EMPTY_FORM,
    name: work.name,
    command: work.command,
    ...taskFields(work.taskList, files),
    inputs: [...work.inputs.map((input) => input.path), ...new Set((work.inputPacks ?? []).flatMap((pack) => pack.names)), ...(work.siteInputs ?? [])].join(', '),
    outputs: work.outputs.join(', '),
    processors: String(work.width),
    runtime: `${Math.ceil(work.runtimeMillis / 1000)}s`,
    retries: String(work.retries),
    budget: budget ?? '',
    project: project ?? '',
  };
  const more = moreFields(work);
  return { form, text: bagFileOf(form) + more.map((line) => `${line}\n`).join(''), needsFile: more.length > 0 || work.command.includes('\n'), files };
}

/** Marks the files that were executable in the earlier bag, because the browser does not know it. */
export function withExecutables(work: WorkOrder, earlier: WorkOrder | null): WorkOrder {
  const executables = new Set(earlier?.inputs.filter((input) => input.executable).map((input) => `${input.digest} ${input.path}`));
  const inputs = work.inputs.map((input) => ({ ...input, executable: input.executable || executables.has(`${input.digest} ${input.path}`) }));
  return { ...work, inputs };
}

/** The fields of the form for a task list. Adds the file with the lines to the files. */
function taskFields(list: TaskList, files: ChosenFile[]): Partial<BagFormFields> {
  switch (list.kind) {
    case 'sweep':
      return { kind: 'sweep', sweep: list.parameters.map((one) => `${one.name}: ${valuesText(one.values)}`).join('\n') };
    case 'lines': {
      const known = files.find((file) => file.digest === list.file);
      const path = known?.path ?? 'lines.txt';
      if (known === undefined) {
        files.push({ path, digest: list.file, bytes: 0, lines: list.tasks });
      } else {
        known.lines = list.tasks;
      }
      return { kind: 'each_line', eachLine: path };
    }
    default:
      return { kind: 'tasks', tasks: String(taskCount(list)) };
  }
}

/** The values of a parameter, as a range if possible. */
function valuesText(values: string[]): string {
  const first = Number(values[0]);
  const isRange = values.length > 1 && values.every((value, i) => value === String(first + i) && first >= 0);
  return isRange ? `${values[0]}-${values.at(-1)}` : JSON.stringify(values);
}

/** The lines for the fields that the form does not have. */
function moreFields(work: WorkOrder): string[] {
  const lines: string[] = [];
  const options = work.options;
  if (work.profiler) {
    lines.push(`profiler: ${JSON.stringify(work.profiler)}`);
  }
  if (options?.shell) {
    lines.push(`shell: ${options.shell}`);
  }
  if (options && options.setup.length > 0) {
    lines.push(`setup: ${JSON.stringify(options.setup)}`);
  }
  if (options && Object.keys(options.environment).length > 0) {
    lines.push(`environment: ${JSON.stringify(options.environment)}`);
  }
  if (options?.container) {
    lines.push(`container: ${JSON.stringify(options.container)}`);
  }
  if (work.results && work.results.expectedBytes > 0) {
    lines.push(`output_size: ${Math.ceil(work.results.expectedBytes / 1024)}K`);
  }
  if (work.results?.site) {
    lines.push(`results: ${JSON.stringify(work.results.site)}`);
  }
  if (options?.outputsRequired) {
    lines.push('outputs_required: true');
  }
  if (options && options.stopAfterFailures !== DEFAULT_STOP_AFTER_FAILURES) {
    lines.push(`stop_after_failures: ${options.stopAfterFailures}`);
  }
  return lines;
}
