/**
 * Keys: the marker, then one a request. Arguments: what the marker must hold, the window in ms, then
 * limit and member of each request. Answers with Redis's time in ms and then that of each slot, -1
 * where there was none; with nothing at all where the marker is another or gone.
 */
// One script is one instant: nobody else's call comes between its commands. TIME is Redis's clock,
// the only one that all gateways share. A slot of the future stems from a clock that was set back, or
// from another server's: it counts from now, or it would block its key for as long as the clock lags.
export const TAKE_SLOTS = `
local window = tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return {} end
local answers = { now }
for i = 2, #KEYS do
  local key, limit, member = KEYS[i], tonumber(ARGV[2 * i - 1]), ARGV[2 * i]
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now - window)
  local newest = redis.call('ZRANGE', key, -1, -1, 'WITHSCORES')
  if newest[2] and tonumber(newest[2]) > now then
    for _, ahead in ipairs(redis.call('ZRANGEBYSCORE', key, '(' .. now, '+inf')) do
      redis.call('ZADD', key, now, ahead)
    end
  end
  local taken = redis.call('ZSCORE', key, member)
  if not taken and redis.call('ZCARD', key) < limit then
    redis.call('ZADD', key, now, member)
    taken = now
  end
  if taken then redis.call('PEXPIRE', key, window) end
  answers[i] = taken and tonumber(taken) or -1
end
return answers`;

/** Key: the window of one key. Arguments: the window in ms, a prefix of members, times in ms. */
export const FILL_SLOTS = `
local window = tonumber(ARGV[1])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for i = 3, #ARGV do
  local taken = math.min(tonumber(ARGV[i]), now)
  if taken > now - window then redis.call('ZADD', KEYS[1], taken, ARGV[2] .. i) end
end
redis.call('PEXPIRE', KEYS[1], window)
return 1`;
