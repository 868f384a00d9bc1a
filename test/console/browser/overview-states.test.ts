// The overview in its other states: who may do what, nothing there yet, filters, failures, many prompts.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Json } from './kit.ts';
import {
  back,
  drawer,
  FOUND,
  gone,
  month,
  NOW,
  OTHER,
  OWN,
  overviewWorld,
  RIVAL,
  section,
  shows,
} from './overview-world.ts';

const { site, brand, shared, open, PAGE } = await overviewWorld();
after(() => assert.deepEqual(shared.faults, []));

test('an untracked competitor is tracked with its history, another is hidden and comes back', async () => {
  const own = await site.brand({ name: OWN, competitors: [RIVAL] });
  await site.answers(own, [...month('up', 59, 3), ...month('up', 29, 20)]);
  const page = await open(`/brands/${own.id}`);
  const names = section(page, 'Untracked competitors');
  const track = names.getByRole('button', { name: `Track ${FOUND}` });
  await track.waitFor();
  await names.getByRole('button', { name: `${OTHER} is no competitor: hide it` }).click();
  await gone(names.getByText(OTHER));
  const hidden = async () =>
    (await site.call('listCompetitors', { brand_id: own.id })).competitors.find(
      ({ name }: Json) => name === OTHER,
    );
  assert.equal((await hidden()).dismissed, true);
  await page.getByRole('button', { name: 'Undo' }).click();
  await shows(names, OTHER);
  assert.equal((await hidden()).dismissed, false);
  await track.click();
  await gone(track);
  const legend = section(page, 'Visibility over time').getByRole('button', { name: FOUND });
  await legend.waitFor();
  await gone(page.getByText('Reading answers again'));
  const { entities } = await site.call('trend', { brand_id: own.id, step: 'month' });
  const history = entities.find(({ name }: Json) => name === FOUND);
  assert.ok(history.points[0].visibility > 0, 'it has its history at once');
});

test('a viewer sees it all and may change nothing', async () => {
  const viewer = await site.visit({ role: 'viewer' });
  const page = await open(PAGE, viewer);
  await shows(section(page, 'Untracked competitors'), FOUND);
  assert.equal(await page.getByRole('button', { name: /Track/ }).count(), 0);
  await assert.rejects(viewer.client.trackCompetitor({ brand_id: brand.id, name: FOUND }), { status: 403 });
  await viewer.close();
});

test('a brand without answers is led through three steps, and the first answer turns them into the report', async () => {
  const empty = await site.brand({ name: 'Kelvundo' });
  const page = await open(`/brands/${empty.id}`);
  const steps = page.getByRole('list', { name: 'First steps' }).getByRole('listitem');
  const links = async () => {
    const all = await steps.getByRole('link').all();
    const found = await Promise.all(all.map((link) => link.getAttribute('href')));
    return found.map((href) => href?.replace(`/brands/${empty.id}`, ''));
  };
  await steps.first().waitFor();
  assert.deepEqual(await links(), ['/prompts', '/import', '/collection']);
  assert.deepEqual(await shared.violations(), []);
  await site.call('createPrompts', { brand_id: empty.id, prompts: ['best tool'] });
  await page.reload();
  await shows(steps.first(), '1 prompt so far.');
  await site.answers(empty, [{ names: ['Kelvundo', RIVAL], day: back(1) }]);
  await shows(page.locator('main'), 'Only 1 answer in these days');
  assert.equal(await page.getByText('n = 1, too few').count(), 4);
});

test('filters lead to other numbers, and no comparison to none', async () => {
  const page = await open(`${PAGE}?agents=claude&compare=no`);
  const report = await site.call('brandReport', { brand_id: brand.id, date: NOW, ai_agent: ['claude'] });
  await shows(page.locator('main'), `Named in ${report.visibility}% of answers. 2nd of 3`);
  const changed = section(page, 'What changed');
  await changed.getByRole('button', { name: 'Compare' }).click();
  await page.waitForURL((url) => url.search === '?agents=claude');
  await shows(changed, 'Where the change comes from');
  await page.goBack();
  await shows(changed, 'Nothing to compare with');
  await open(`${PAGE}?from=2020-01-01&to=2020-01-31`);
  await shows(page.locator('main'), 'No answers in these days');
  await shows(changed, 'There are no answers in these days.');
});

test('tags narrow the numbers to their prompts, and stay with their brand', async () => {
  const { noise } = await site.promptIds(brand);
  await site.call('tagPrompts', { brand_id: brand.id, prompt_ids: [noise], add: ['calm, quiet'] });
  const page = await open(PAGE);
  await page.getByRole('button', { name: /All tags/ }).click();
  await page.getByRole('checkbox', { name: 'calm, quiet' }).click();
  await page.keyboard.press('Escape');
  await page.waitForURL((url) => url.searchParams.get('tag') === 'calm, quiet');
  const report = await site.call('brandReport', { brand_id: brand.id, date: NOW, tags: ['calm, quiet'] });
  assert.equal(report.visibility, 50);
  await shows(page.locator('main'), 'Named in 50% of answers');
  const table = section(page, 'Prompts and agents');
  await gone(table.getByRole('row', { name: /up/ }));
  assert.equal(await table.getByRole('row').count(), 2);
  await page.getByRole('button', { name: /What Visibility is made of/ }).click();
  await shows(drawer(page), /All agents · calm, quiet/);
  await page.keyboard.press('Escape');
  const links = page.getByRole('navigation', { name: 'Main navigation' });
  assert.match((await links.getByRole('link', { name: 'Answers' }).getAttribute('href')) ?? '', /tag=calm/);
  assert.equal(await links.getByRole('link', { name: 'Portfolio' }).getAttribute('href'), '/');
});

test('a plan that cannot be carried out says so, and leads to where it is mended', async () => {
  const own = await site.brand({ name: 'Huvrento' });
  await site.answers(own, [{ names: ['Huvrento', RIVAL], day: back(1) }]);
  await site.call('updatePlan', { brand_id: own.id, active: 'Y' });
  const { paused } = await site.call('plan', { brand_id: own.id });
  const page = await open(`/brands/${own.id}`);
  const notice = page.getByRole('status').filter({ hasText: 'Collection needs attention' });
  await shows(notice, paused);
  await shows(notice, 'No prompt is active: nothing will be asked.');
  assert.equal(await notice.getByRole('link').getAttribute('href'), `/brands/${own.id}/collection`);
});

test('a failure keeps what was there and offers to try again', async () => {
  const visitor = await site.visit();
  const page = await open(PAGE, visitor);
  await page.getByRole('button', { name: /What Visibility is made of/ }).waitFor();
  await page.route('**/console/api/compare', (route) => route.abort());
  await page
    .getByRole('button', { name: /All agents/ })
    .first()
    .click();
  await page.getByRole('checkbox', { name: 'Claude' }).click();
  await page.keyboard.press('Escape');
  const problem = page.getByRole('alert').filter({ hasText: 'This could not be loaded' });
  await problem.waitFor();
  assert.equal(await page.getByRole('button', { name: /What Visibility is made of/ }).count(), 1);
  await page.unroute('**/console/api/compare');
  await problem.getByRole('button', { name: 'Try again' }).click();
  await gone(problem);
  const report = await site.call('brandReport', { brand_id: brand.id, date: NOW, ai_agent: ['claude'] });
  await shows(page.locator('main'), `Named in ${report.visibility}% of answers`);
  await visitor.close();
});

test('many prompts are drawn as they are seen, long names fit a phone, and axe finds nothing', async () => {
  const long = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz';
  const own = await site.brand({
    name: long,
    competitors: ['株式会社日本語の非常に長い名前を持つ競合企業ホールディングス'],
    prompts: Array.from({ length: 150 }, (_, at) => `Welche ${long} ist die beste? ${at}`),
  });
  await site.answers(
    own,
    [0, 1, 2].map((at) => ({ names: [long, RIVAL], day: back(at), note: `${at}` })),
  );
  const phone = await site.visit({ width: 390, height: 844, scheme: 'dark' });
  const page = await open(`/brands/${own.id}`, phone);
  const table = section(page, 'Prompts and agents');
  await table.getByRole('row').nth(5).waitFor();
  assert.ok((await table.getByRole('row').count()) < 60, 'rows out of sight are not drawn');
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390);
  assert.deepEqual(await phone.violations(), []);
  await page.getByRole('button', { name: /What Visibility is made of/ }).click();
  await shows(drawer(page), 'How it is computed');
  assert.deepEqual(await phone.violations(), []);
  await phone.close();
  await open(PAGE);
  await section(shared.page, 'Prompts and agents').getByRole('row', { name: /noise/ }).waitFor();
  assert.deepEqual(await shared.violations(), []);
});
