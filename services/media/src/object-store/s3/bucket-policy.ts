/** What media does with the objects of its bucket, and with the bucket. */
const OBJECT_ACTIONS = ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'];
const BUCKET_ACTIONS = ['s3:ListBucket', 's3:GetBucketLocation'];

/** The policy of a bucket that lets a user do just that. @param user as the store names it: at AWS an ARN. */
export function formatBucketPolicy(bucket: string, user: string): string {
  const allow = (resource: string, actions: readonly string[]) => ({
    ...{ Effect: 'Allow', Principal: { AWS: [user] } },
    ...{ Action: actions, Resource: [`arn:aws:s3:::${resource}`] },
  });
  return JSON.stringify({
    Version: '2012-10-17',
    Statement: [allow(`${bucket}/*`, OBJECT_ACTIONS), allow(bucket, BUCKET_ACTIONS)],
  });
}
