import json,sys
want=set(sys.argv[1:])
for l in open('/tmp/gotools.jsonl'):
    p=json.loads(l)
    if p['id'] in want:
        B,W,P=set(p['black']),set(p['white']),set(p['play_area']);T=set(sum(p['target'],[]))
        allp=B|W|P
        xs=[ord(q[0])-97 for q in allp];ys=[ord(q[1])-97 for q in allp]
        print(p['id'],p['edges'])
        for y in range(min(ys),max(ys)+1):
            print(''.join((('x' if c in B else ('T' if c in T else 'O') if c in W else '.' if c in P else ' ')+' ') for c in [chr(97+x)+chr(97+y) for x in range(min(xs),max(xs)+1)]))
        for k in('defender_first','attacker_first'):
            if p[k]: print(k,p[k]['result'],p[k]['correct'],sum(t['nodes'] for t in p[k]['tried']))
