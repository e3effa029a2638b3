/** Texts as pages show them, judged by a parser that follows the HTML standard. Contract 26. */
import { parseFragment, serialize } from 'parse5';
import { describe, expect, it } from 'vitest';
import { pageHtml } from '../../src/lib/text/html.js';
import { fc } from '../support/seed.js';

const REL = 'rel="nofollow noopener ugc"';

describe('pageHtml', () => {
  it.each([
    ['a < b\nc & d', 'a &lt; b<br>\nc &amp; d'],
    ['plain', 'plain'],
    ['<h1>T</h1><h3>U</h3>', '<h2>T</h2><h3>U</h3>'],
    ['<main><nav>a</nav></main>', '<div><div>a</div></div>'],
    ['<a href="https://e.com/">x</a>', `<a href="https://e.com/" ${REL}>x</a>`],
    ['<a href="javascript:x()" rel="me">x</a>', '<a>x</a>'],
    ['<img src="https://e.com/a.png" alt="A">', `<a href="https://e.com/a.png" ${REL}>A</a>`],
    ['<img src="https://e.com/a.png">b', `<a href="https://e.com/a.png" ${REL}>Picture</a>b`],
    [
      '<a href="https://e.com/"><img src="https://e.com/a.png" alt="A"></a>b',
      `<a href="https://e.com/" ${REL}><span>A</span></a>b`,
    ],
    ['<img src=x onerror=alert(1)>b', 'b'],
    ['<script>alert(1)</script><p onclick=x()>b</p>', '<p>b</p>'],
    ['R&amp;B &lt;3\n\na < b', 'R&amp;B &lt;3<br />\n<br />\na &lt; b'],
  ])('%j → %j', (text, html) => expect(pageHtml(text)).toBe(html));

  it('holds nothing that runs or loads, whatever is sent', () => {
    const piece = fc.constantFrom(
      ...['<img src="https://e.com/a">', '<svg/onload=x()>', '<style>', '</style>', '<a href="'],
      ...['javascript:x()', '">', '<p>', '</p>', '<math><mi>', '<!--', '-->', '<table>', '<td>'],
      ...['<iframe src=//e.com>', '<textarea>', '</a>', '<b', ' onload=x() ', "'", '&lt;', 'x'],
    );
    const isBad =
      /<(?:img|svg|math|style|script|iframe|textarea|object|form|input|main)|<[^>]* (?:on\w+|style|src|id|name)=/;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const shown = serialize(parseFragment(pageHtml(pieces.join(''))));
        expect(shown).not.toMatch(isBad);
        expect(shown).not.toMatch(/href="(?!https?:|mailto:|tel:)/);
      }),
      { numRuns: 500 },
    );
  });
});
