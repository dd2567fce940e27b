/** The fields of the form for a bag, as text. */
export interface BagFormFields {
  name: string;
  command: string;
  kind: 'tasks' | 'sweep' | 'each_line';
  tasks: string;
  sweep: string;
  eachLine: string;
  inputs: string;
  outputs: string;
  processors: string;
  runtime: string;
  retries: string;
  deadline: string;
  budget: string;
  /** The id of the project that pays; empty if the user pays. */
  project: string;
}

export const EMPTY_FORM: BagFormFields = {
  name: 'sweep',
  command: 'echo "task {task} ran"',
  kind: 'tasks',
  tasks: '100',
  sweep: 'seed: 1-100',
  eachLine: '',
  inputs: '',
  outputs: '',
  processors: '1',
  runtime: '1m',
  retries: '0',
  deadline: '',
  budget: '',
  project: '',
};

/** The bag file with the content of the form, as `tender submit` reads it. */
export function bagFileOf(form: BagFormFields): string {
  const lines = ['version: 1'];
  const text = (name: string, value: string): void => {
    if (value.trim() !== '') {
      lines.push(`${name}: ${quoted(value.trim())}`);
    }
  };
  const list = (name: string, value: string): void => {
    const items = value.split(/[\n,]/).map((item) => item.trim()).filter((item) => item !== '');
    if (items.length > 0) {
      lines.push(`${name}: [${items.map(quoted).join(', ')}]`);
    }
  };
  text('name', form.name);
  text('command', form.command);
  if (form.kind === 'tasks') {
    text('tasks', form.tasks);
  } else if (form.kind === 'each_line') {
    text('each_line', form.eachLine);
  } else {
    const parameters = form.sweep.split('\n').filter((line) => line.trim() !== '');
    lines.push('sweep:', ...parameters.map((line) => `  ${line.trim()}`));
  }
  list('inputs', form.inputs);
  list('outputs', form.outputs);
  text('processors', form.processors);
  text('runtime', form.runtime);
  text('retries', form.retries);
  text('deadline', form.deadline);
  text('budget', form.budget);
  if (form.project !== '') {
    // An id may look like a number or like null.
    lines.push(`project: ${JSON.stringify(form.project)}`);
  }
  return `${lines.join('\n')}\n`;
}

/** Quotes a value unless YAML reads it unchanged. */
function quoted(value: string): string {
  return /^[A-Za-z0-9+][A-Za-z0-9+.:/_-]*$/.test(value) && !value.endsWith(':') ? value : JSON.stringify(value);
}
