/** A bag as it is filled in, field by field. */
export interface BagForm {
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
}

export const EMPTY_FORM: BagForm = {
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
};

/** The bag file that says the same, for `tender submit` as for this page. */
export function bagFileOf(form: BagForm): string {
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
  return `${lines.join('\n')}\n`;
}

/** Plain where YAML takes it as it is. */
function quoted(value: string): string {
  return /^[A-Za-z0-9+][A-Za-z0-9+.:/_-]*$/.test(value) && !value.endsWith(':') ? value : JSON.stringify(value);
}
