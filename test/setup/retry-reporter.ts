import type { Reporter, TestModule } from 'vitest/node';

/** Names every test that passed on its second try only: where it did, a machine was busy or the test is not sound. */
export default class RetryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const module of modules) {
      for (const test of module.children.allTests('passed')) {
        if ((test.diagnostic()?.retryCount ?? 0) === 0) continue;
        const [first] = test.result().errors ?? [];
        console.log(
          `second try: ${module.relativeModuleId} > ${test.fullName}: ${first?.message.split('\n')[0]}`,
        );
      }
    }
  }
}
