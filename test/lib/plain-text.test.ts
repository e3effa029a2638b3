/** HTML → plain text and back, hostile input included. */
import { describe, expect, it } from 'vitest';
import { isHtml, toHtml, toPlainText } from '../../src/lib/text/plain-text.js';

describe('toPlainText', () => {
  it.each([
    ['', ''],
    ['a < b & c', 'a < b & c'],
    ['one\r\ntwo\rthree', 'one\ntwo\nthree'],
    ['<p>One</p><p>Two &amp; three</p>', 'One\n\nTwo & three'],
    ['a<br>b<br/>c', 'a\nb\nc'],
    ['<ul><li>a</li><li>b</li></ul>', '- a\n\n- b'],
    ['<b>bold</b> <i>text</i>', 'bold text'],
    ['R&amp;B &#233; &#x1F600; &nbsp;x', 'R&B é 😀 x'],
    ['before<script>alert("</p>")</script>after', 'beforeafter'],
    ['<style>p{}</style><p>x</p><!-- y --><![CDATA[z]]>', 'x'],
    ['<p title="a > b">x</p>', 'x'],
    ['&bogus; &#0;', '&bogus; \ufffd'],
    ['a <b', 'a'],
  ])('%j → %j', (html, text) => expect(toPlainText(html)).toBe(text));

  it.each([
    '<div>'.repeat(200_000),
    '<script>'.repeat(100_000),
    '<'.repeat(500_000),
    '</p>'.repeat(200_000),
    '&'.repeat(500_000),
    `<a ${'b="'.repeat(200_000)}`,
  ])('a long hostile text is read in one pass', (html) => {
    expect(typeof toPlainText(`<p>x</p>${html}`)).toBe('string');
  });
});

it('toHtml escapes what is no HTML, and keeps what is', () => {
  expect(toHtml('a < b & c\nd')).toBe('a &lt; b &amp; c<br>\nd');
  expect(toHtml('<p>a & b</p>')).toBe('<p>a & b</p>');
  expect([isHtml('1 < 2'), isHtml('AT&T x'), isHtml('&eacute;')]).toEqual([false, false, true]);
});
