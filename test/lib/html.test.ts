/** HTML of people who are not trusted, judged by a parser that follows the HTML standard. */
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { describe, expect, it } from 'vitest';
import { cleanHtml, withoutTags } from '../../src/lib/text/html.js';
import { fc } from '../support/seed.js';

type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.DocumentFragment;

/** → what a browser makes of a text: elements and attributes in order, `img src=…`. */
function elementsIn(html: string): string[] {
  const visit = (node: Node): string[] => [
    ...('tagName' in node
      ? [[node.tagName, ...node.attrs.map(({ name, value }) => `${name}=${value}`)].join(' ')]
      : []),
    ...('childNodes' in node ? node.childNodes.flatMap(visit) : []),
  ];
  return visit(parseFragment(html));
}

const SAFE = new RegExp(
  '^((address|article|aside|b|br|blockquote|code|div|dl|dd|dt|em|h1|hr|i|li|ol|p|pre|ruby|rp|rt|' +
    'span|strong|table|tbody|td|tr|u|ul)( (title|lang|dir|colspan)=[^]*)?' +
    '|a( title=[^]*)?( href=(https?://|mailto:|tel:)[^]*)?' +
    '|img src=https?://[^]*)$',
);

describe('cleanHtml', () => {
  it.each([
    ['<p>x', '<p>x</p>'],
    ['a < b & c > d', 'a &lt; b &amp; c &gt; d'],
    ['&lt;script&gt; &amp;', '&lt;script&gt; &amp;'],
    ['<p style="x" class="y" id="z" onclick="w()">q</p>', '<p>q</p>'],
    ['<a href="https://e.com/?a=1&b=2" target=_blank>q</a>', null],
    ['<a href="mailto:x@y.z">m</a><a href="tel:+1">t</a>', null],
    ['<a href="/x">y</a><a href="//e.com">z</a>', '<a>y</a><a>z</a>'],
    ['<a href="java\tscript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="&#106;avascript&colon;alert(1)">x</a>', '<a>x</a>'],
    ['<a href=" \u0001javascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="vbscript:x">x</a><a href="data:text/html,x">y</a>', '<a>x</a><a>y</a>'],
    ['<img src="https://e.com/a.png" alt="A" srcset="x 2x" onerror=alert(1)>', null],
    ['<img src="data:image/svg+xml,x"><img src="//e.com/x"><img src=x onerror=y>', ''],
    ['<svg><script>alert(1)</script></svg>', ''],
    ['<svg onload=alert(1)><p>x</p></svg>', '<p>x</p>'],
    ['<scr<script>ipt>alert(1)</scr</script>ipt>', null],
    ['<img src=x onerror=alert(1)', ''],
    ['before<script>alert(1)', 'before'],
    ['<noscript><p title="</noscript><img src=x onerror=alert(1)>">', null],
    ['<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1">', null],
    ['<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>', null],
    ['<iframe srcdoc="<script>alert(1)</script>"></iframe>', ''],
    ['<object data="javascript:x"></object><embed src=x><base href=//e.com><meta content=x>', ''],
    ['<style>@import "x"</style><link rel=stylesheet href=x>', ''],
    ['<b>a<i>b</b>c</i>', '<b>a<i>b</i></b>c'],
  ])('%j', (html, clean) => {
    const cleaned = cleanHtml(html);
    if (clean !== null) expect(cleaned).toBe(clean);
    for (const element of elementsIn(cleaned)) expect(element).toMatch(SAFE);
    expect(cleanHtml(cleaned)).toBe(cleaned);
  });

  it.each([
    '<div>'.repeat(200_000),
    `<object>${'<b>x'.repeat(200_000)}`,
    `${'<div></x>'.repeat(100_000)}`,
    `${'<div title="</div>">'.repeat(50_000)}`,
    '<<b>b>'.repeat(100_000),
    `<a ${'b="'.repeat(200_000)}`,
  ])('a long hostile text is never nested deeply', (html) => {
    const cleaned = cleanHtml(html);
    expect(cleaned).not.toMatch(/(<[a-z]+>){101}/);
    expect(cleanHtml(cleaned)).toBe(cleaned);
  });

  it.each([
    '<p>Hi',
    '<li>Hi',
    '<tr><td>a<td>b',
    '<dt>a<dd>b',
    '<option>a',
  ])('the markup of many unclosed %s stays', (row) => {
    const [, name = ''] = /^<(\w+)>/.exec(row) ?? [];
    const cleaned = cleanHtml(row.repeat(1500));
    const isKept = name !== 'option';
    expect(cleaned.split(`<${name}>`).length - 1).toBe(isKept ? 1500 : 0);
    expect(cleaned).not.toContain('&lt;');
  });

  it('elements that end no others count, whatever stands between them', () => {
    expect(cleanHtml('<p><li>x'.repeat(100_000))).not.toContain('<p>');
  });
});

describe('withoutTags', () => {
  it.each([
    ['I <3 jazz, 1 < 2 & 3 > 2', 'I <3 jazz, 1 < 2 & 3 > 2'],
    ['<b>Jazz</b> &amp; more', 'Jazz &amp; more'],
    ['&lt;script&gt;', '&lt;script&gt;'],
    ['<<b>script>alert(1)<</b>/script>', 'script>alert(1)/script>'],
    ['<<<b>b>b> 1 <<b></b> 2', 'b>b> 1 < 2'],
    ['x<script>alert(1)</script>y', 'xy'],
    ['x<!-- y -->z', 'xz'],
    ['x <img src=x onerror=alert(1)', 'x'],
    ['</p>x<br/>y<svg/onload=alert(1)>', 'x y'],
    ['<p>Hall<br>Mill Road 3</p>', 'Hall Mill Road 3'],
    ['<?php x ?>y<!DOCTYPE z>', 'y'],
  ])('%j → %j', (text, clean) => expect(withoutTags(text)).toBe(clean));

  it('a run of a million `<` is read once', () => {
    const run = '<'.repeat(1_000_000);
    expect(withoutTags(`<b>a</b>${run} 1`)).toBe(`a${run} 1`);
  });
});

/** Pieces that hostile texts are made of. */
const piece = fc.constantFrom(
  ...'< > </ <b> </b> <p> </p> <script> </script> <!-- --> <a href=" javascript:alert(1)'.split(
    ' ',
  ),
  ...'https://e.com/?a&b " \' <img src= onerror=alert(1) &lt; &amp; &# &#x3c; x <svg>'.split(' '),
  ...'<math> <style> </style> <table> <td> <tr> </table> <li> <ul> <textarea> <title>'.split(' '),
  ...'<![CDATA[ ]]> <? /> = <noscript> <template> <br> <select> <option> <dl> <dd> <ruby>'.split(
    ' ',
  ),
  ...'<iframe/srcdoc=" <xmp> <plaintext> <a/title="&quot;>"> <foreignObject> <mglyph>'.split(' '),
  ' ',
  '\n',
  '\t',
  '\u00a0',
  '<pre>\n',
);

it('what is cleaned is safe and stays as it is', () => {
  const texts = fc.array(piece, { maxLength: 25 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(texts, (text) => {
      const html = cleanHtml(text);
      for (const element of elementsIn(html)) expect(element).toMatch(SAFE);
      expect(cleanHtml(html)).toBe(html);
      const plain = withoutTags(text);
      expect(elementsIn(plain)).toEqual([]);
      expect(withoutTags(plain)).toBe(plain);
    }),
    { numRuns: 3000 },
  );
});
