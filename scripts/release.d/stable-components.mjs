// Reads npm's list of components (CycloneDX) and writes it without what differs between two builds: stable-components.mjs TIME
import { readFileSync } from 'node:fs';

const [time] = process.argv.slice(2);
const list = JSON.parse(readFileSync(0, 'utf8'));
delete list.serialNumber;
list.metadata.timestamp = time;
// Where npm found a package on this machine is no property of the component.
for (const component of list.components) {
  component.properties = (component.properties ?? []).filter(({ name }) => name !== 'cdx:npm:package:path');
}
console.log(JSON.stringify(list, null, 2));
