import { describe, expect, it } from 'vitest';
import { bodyWithoutSecrets, urlWithoutSecrets } from '#practice/without-secrets.ts';

const SECRET = 'pa,ss } w\\"ord';

describe('a body', () => {
  it.each([
    ['text', `{"password":"${SECRET}","x":1}`, '{"password":"[removed]","x":1}'],
    ['spaces', `{ "broker_password" : "${SECRET}" , "x":"é" }`, '{ "broker_password" : "[removed]" , "x":"é" }'],
    ['number', '{"password":123456,"x":1}', '{"password":"[removed]","x":1}'],
    ['upper case', `{"PassWord":"${SECRET}"}`, '{"PassWord":"[removed]"}'],
    ['cut off', `{"x":1,"password":"${SECRET}`, '{"x":1,"password":"[removed]"'],
    ['cut off at an escape', '{"password":"abc\\', '{"password":"[removed]"'],
    ['line break', '{"password":"a\nb c"}', '{"password":"[removed]"}'],
    ['twice', '{"password":"one","password":"two"}', '{"password":"[removed]","password":"[removed]"}'],
    ['none', '{"systemid":1,"passwords":"kept"}', '{"systemid":1,"passwords":"kept"}'],
    ['escapes elsewhere', '{"name":"\\u00e9","password":"abc"}', '{"name":"\\u00e9","password":"[removed]"}'],
  ])('loses the values of its secret members only (%s)', (_row, body, kept) => {
    expect(bodyWithoutSecrets(body)).toBe(kept);
  });

  it.each([
    ['in a list', '{"password":["abc","def"]}'],
    ['in an object', '{"broker_password": {"a":"abc"}}'],
    ['behind an escaped name', '{"pass\\u0077ord":"abc","x":1}'],
  ])('is removed as a whole if a secret is hidden %s', (_row, body) => {
    expect(bodyWithoutSecrets(body)).toBe('[removed]');
  });

  it.each([
    ['a form', 'systemid=1&password=abc'],
    ['a form with an escaped name', 'systemid=1&p%61ssword=abc'],
    ['a form with a list', 'password[]=abc&password[]=def'],
    ['a form in parts', '--x\r\nContent-Disposition: form-data; name="apikey"\r\n\r\nabc\r\n--x--'],
    ['a list of names and values', '[["systemid","1"],["password","abc"]]'],
    ['JSON without quotes', '{password:abc}'],
    ['a text', '"password=abc"'],
  ])('that is no JSON object is removed as a whole if it names a secret: %s', (_row, body) => {
    expect(bodyWithoutSecrets(body)).toBe('[removed]');
  });

  it.each(['systemid=1&name=abc', 'passwords=kept', '{"name":"The password=abc of a strategy"}', '[1]'])(
    'is kept if it has no secret: %s',
    (body) => {
      expect(bodyWithoutSecrets(body)).toBe(body);
    },
  );
});

describe('an address', () => {
  it.each([
    ['/a?apikey=k&systemid=1', '/a?apikey=[removed]&systemid=1'],
    ['/a?x=1&password=a%26b&y=', '/a?x=1&password=[removed]&y='],
    ['/a?p%61ssword=abc', '/a?p%61ssword=[removed]'],
    ['/a?password[]=abc&password%5B1%5D=def', '/a?password[]=[removed]&password%5B1%5D=[removed]'],
    ['/a?broker_password=a=b', '/a?broker_password=[removed]'],
    ['/a?bad%zz=1&PASSWORD=abc', '/a?bad%zz=1&PASSWORD=[removed]'],
    ['/a', '/a'],
  ])('loses the values of its secret parameters only: %s', (url, kept) => {
    expect(urlWithoutSecrets(url)).toBe(kept);
  });
});
