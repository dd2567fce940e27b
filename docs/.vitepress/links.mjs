/**
 * Checks the links of the documentation and prepares a copy for the site.
 *
 *   node docs/.vitepress/links.mjs check          checks every link and anchor in every Markdown file of the repository,
 *                                                 every mention of docs/….md in other files, and that every page is in an index
 *   node docs/.vitepress/links.mjs stage FOLDER   the same, then copies docs to FOLDER with links that work on the site:
 *                                                 a site has no files outside docs, so linked ones are copied along
 *   node docs/.vitepress/links.mjs site FOLDER    checks every internal link and anchor of the built HTML
 *
 * Exits with 1 if a link is dead.
 */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { slugify } from './slug.mjs'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
const dead = []

function report(file, line, message) {
  dead.push(`${path.relative(root, file)}:${line}: ${message}`)
}

/** All files of the checkout that are or could be committed. */
function files() {
  const args = ['-C', root, 'ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const listed = execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 26 }).split('\0')
  return [...new Set(listed)].filter((name) => name && fs.existsSync(path.join(root, name)))
}

/** The lines of a file with the content of code blocks left out. */
function prose(text) {
  let fence = null
  return text.split('\n').map((line) => {
    const mark = line.match(/^\s*(`{3,}|~{3,})/)?.[1]
    if (fence !== null) {
      if (mark?.startsWith(fence)) fence = null
      return ''
    }
    if (mark) {
      fence = mark
      return ''
    }
    return line
  })
}

const anchorsOf = new Map()

/** The anchors of the headings of a Markdown file. */
function anchors(file) {
  if (!anchorsOf.has(file)) {
    const found = new Map()
    for (const line of prose(fs.readFileSync(file, 'utf8'))) {
      const heading = line.match(/^#{1,6}\s+(.*?)\s*#*$/)?.[1]
      if (heading === undefined) continue
      const slug = slugify(heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, ''))
      const count = found.get(slug) ?? 0
      found.set(slug, count + 1)
      if (count > 0) found.set(`${slug}-${count}`, 1)
    }
    anchorsOf.set(file, new Set(found.keys()))
  }
  return anchorsOf.get(file)
}

/** Calls visit(target, line) for each link of a Markdown file, and returns its text with each target replaced by the result. */
function eachLink(file, text, visit) {
  const plain = prose(text)
  return text
    .split('\n')
    .map((line, i) => {
      if (plain[i] === '') return line
      const code = [...line.matchAll(/(`+)(?:(?!\1).)+\1/g)].map((m) => [m.index, m.index + m[0].length])
      return line.replace(/(\]\()([^)\s]+)(\))/g, (all, before, target, after, at) => {
        if (code.some(([from, until]) => from <= at && at < until)) return all
        return before + visit(target, i + 1) + after
      })
    })
    .join('\n')
}

/** The file that a link names and its anchor, or nothing for a link to another site. */
function resolve(file, target) {
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return null
  const [name, anchor] = target.split('#', 2)
  const to = name === '' ? file : path.resolve(path.dirname(file), decodeURIComponent(name))
  return { to, anchor }
}

function checkLink(file, target, line) {
  const link = resolve(file, target)
  if (link === null) return
  if (!fs.existsSync(link.to)) {
    report(file, line, `dead link ${target}: ${path.relative(root, link.to)} does not exist`)
  } else if (link.anchor && link.to.endsWith('.md') && !anchors(link.to).has(link.anchor)) {
    report(file, line, `dead anchor ${target}: ${path.relative(root, link.to)} has no heading "${link.anchor}"`)
  }
}

function check() {
  const all = files()
  const docs = path.join(root, 'docs')
  const markdown = all.filter((name) => name.endsWith('.md')).map((name) => path.join(root, name))
  const linked = new Set([path.join(docs, 'index.md')])
  for (const file of markdown) {
    eachLink(file, fs.readFileSync(file, 'utf8'), (target, line) => {
      checkLink(file, target, line)
      if (file === path.join(docs, 'index.md') || file === path.join(docs, 'decisions/index.md')) {
        linked.add(resolve(file, target)?.to)
      }
      return target
    })
  }
  for (const file of markdown) {
    if (file.startsWith(docs + path.sep) && !linked.has(file)) {
      report(file, 1, 'is in no index: add it to docs/index.md or docs/decisions/index.md')
    }
  }
  const mentions = /\.(java|txt|ya?ml|sql|proto|ts|svelte|sh|py|xml|tla)$|^scripts\/|^testbed\//
  // The acceptance tests plant pages that do not exist.
  for (const name of all.filter((name) => mentions.test(name) && !name.startsWith('scripts/acceptance'))) {
    fs.readFileSync(path.join(root, name), 'utf8')
      .split('\n')
      .forEach((line, i) => {
        for (const [page] of line.matchAll(/\bdocs\/[\w/-]+\.md\b/g)) {
          if (!fs.existsSync(path.join(root, page))) report(path.join(root, name), i + 1, `${page} does not exist`)
        }
      })
  }
}

/** Copies docs to the folder, with every linked file from outside, and links that work there. */
function stage(folder) {
  const docs = path.join(root, 'docs')
  const isPage = (file) => file.endsWith('.md')
  const isImage = (file) => /\.(svg|png|jpg)$/.test(file)
  const place = (file) => {
    const inDocs = path.relative(docs, file)
    if (!inDocs.startsWith('..') && (isPage(file) || isImage(file))) return inDocs
    const name = path.relative(root, file)
    // With the ending .txt a browser shows a file of any kind.
    return isPage(file) ? path.join('repository', name) : path.join('public/files', name + '.txt')
  }
  const queue = files()
    .filter((name) => name.startsWith('docs/'))
    .map((name) => path.join(root, name))
  const seen = new Set(queue)
  while (queue.length > 0) {
    const file = queue.pop()
    const to = path.join(folder, /\/docs\/(\.vitepress\/|package)/.test(file) ? path.relative(docs, file) : place(file))
    fs.mkdirSync(path.dirname(to), { recursive: true })
    if (fs.statSync(file).isDirectory()) {
      fs.writeFileSync(to, fs.readdirSync(file).sort().join('\n') + '\n')
      continue
    }
    if (!isPage(file)) {
      fs.copyFileSync(file, to)
      continue
    }
    const text = eachLink(file, fs.readFileSync(file, 'utf8'), (target) => {
      const link = resolve(file, target)
      if (link === null) return target
      if (!seen.has(link.to)) {
        seen.add(link.to)
        queue.push(link.to)
      }
      const at = place(link.to)
      if (at.startsWith('public/')) return at.slice('public'.length)
      const relative = path.relative(path.dirname(place(file)), at)
      return (relative.startsWith('.') ? relative : `./${relative}`) + (link.anchor ? `#${link.anchor}` : '')
    })
    fs.writeFileSync(to, text)
  }
}

/** Checks the internal links of the built pages, as a browser would follow them. */
function site(folder) {
  const pages = fs.readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.html'))
  const html = new Map(pages.map((name) => [name, fs.readFileSync(path.join(folder, name), 'utf8')]))
  const ids = new Map([...html].map(([name, text]) => [name, new Set([...text.matchAll(/\sid="([^"]*)"/g)].map((m) => m[1]))]))
  for (const [name, text] of html) {
    for (const [, target] of text.matchAll(/\s(?:href|src)="([^"]*)"/g)) {
      if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(target) || target === '#' || target === '') continue
      const [page, anchor] = target.replaceAll('&amp;', '&').split('#', 2)
      let to = page === '' ? name : page.startsWith('/') ? page.slice(1) : path.join(path.dirname(name), page)
      to = decodeURIComponent(to)
      if (to === '' || to.endsWith('/')) to += 'index.html'
      if (!fs.existsSync(path.join(folder, to))) report(path.join(folder, name), 1, `dead link ${target}`)
      else if (anchor && ids.has(to) && !ids.get(to).has(decodeURIComponent(anchor))) report(path.join(folder, name), 1, `dead anchor ${target}`)
    }
  }
  console.log(`docs: ${html.size} pages`)
}

const [goal, folder] = process.argv.slice(2)
if (goal === 'site') {
  site(path.resolve(folder))
} else {
  check()
  if (goal === 'stage' && dead.length === 0) stage(path.resolve(folder))
}
if (dead.length > 0) {
  console.error([...new Set(dead)].sort().join('\n'))
  console.error(`docs: ${new Set(dead).size} dead links`)
  process.exit(1)
}
