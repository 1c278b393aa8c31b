export const billing = {
  tierChanged: 'The plan has been changed.',
  addonsChanged: 'The add-ons have been changed.',
  canceled: 'Canceled. Everything stays as it is until {date}; until then you can take it back.',
  resumed: 'It goes on. The next payment is on {date}.',
  somebodyBought: 'Somebody has got Premium',
  addonNotSold: 'is not sold',
  addonMost: 'must be at most {most, number}',
  addonStep: 'must be a multiple of {step, number}',
  paymentFailedTitle: 'The payment for {plan} did not work',
  paymentFailed:
    'Your bank declined the payment for {plan}. It is tried again in a few days; update the payment method so that nothing is paused.',
  paymentWorkedTitle: '{plan} is paid',
  paymentWorked: 'The payment for {plan} has worked after all. Thank you.',
  endedTitle: '{plan} has ended',
  ended: 'Nothing was deleted. What the free plan does not cover is paused and goes on when you come back.',
} as const;
