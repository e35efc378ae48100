import { test } from '@jest/globals';
import { AppError } from '@output-review/errors';
import { startWebhookReceiver } from '@output-review/runtime/testing';

import { addDelivery, anOutput, untilDelivery } from '../../test/delivery-rows.ts';
import { startTestReview } from '../../test/test-review.ts';

test('what waits while the service has no address yet goes out as soon as it has one', async () => {
  let asked = 0;
  await using receiver = await startWebhookReceiver();
  const starting = await startTestReview({
    publicUrl: () => {
      asked += 1;
      if (asked <= 5) throw new AppError('UNAVAILABLE', 'The gateway service is still starting.');
      return 'https://reviews.example.com';
    },
  });
  const { workspaceId, destinationId, outputId } = await anOutput(starting, receiver.url);

  const id = await addDelivery(starting, {
    ...{ workspaceId, destinationId, outputId, event: 'approved' },
  });

  // The clock stands still, so that no claim ends by itself.
  await untilDelivery(starting, id, { state: 'delivered', attempt_count: 1 });
  await starting.stop();
});
