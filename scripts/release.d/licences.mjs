// Writes the licences of all components as a table: licences.mjs COMPONENTS.cdx.json …
import { readFileSync } from 'node:fs';

const rows = new Set();
for (const file of process.argv.slice(2)) {
  for (const { group, name, version, licenses = [] } of JSON.parse(readFileSync(file, 'utf8')).components) {
    if (group === 'tender') continue;
    const licence = licenses.map((entry) => entry.expression ?? entry.license.id ?? entry.license.name).join(', ');
    if (licence === '') throw new Error(`${name} ${version} in ${file} states no licence. Look it up, and add it to the list by hand.`);
    rows.add(`| ${group ? `${group}:` : ''}${name} | ${version} | ${licence} |`);
  }
}
console.log('# Licences of the components\n\nTender itself: Apache-2.0.\n\n| component | version | licence |\n|---|---|---|');
console.log([...rows].sort().join('\n'));
